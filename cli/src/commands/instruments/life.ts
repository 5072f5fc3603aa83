// What an issuer does with an instrument after its creation: who may hold it, and its end.
import { shownIdentifier } from '@connex/protocol'
import { expireInstrument, makePublic, updateWhitelist } from '@connex/sdk'
import type { SendOptions, Sent } from '@connex/sdk'
import type { Instrument } from '@connex/protocol'
import { command } from '../../command/Command.ts'
import { flag, list, text } from '../../command/Option.ts'
import { CliError } from '../../CliError.ts'
import { connectToSign } from '../../connection/connect.ts'
import type { Session } from '../../connection/connect.ts'
import { proposingOptions } from '../../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../../connection/sign.ts'
import { findTenant, loadDirectory } from '../../directory/directory.ts'
import { findInstrument, instrumentArgument } from '../../directory/registries.ts'

const nameOf = ({ label, identifier }: Instrument): string =>
  label === null ? shownIdentifier(identifier) : `${label} (${shownIdentifier(identifier)})`

type Step = {
  readonly path: string
  readonly summary: string
  readonly sentences: (name: string) => readonly string[]
  readonly verb: (client: Session['client'], instrument: Instrument, sending: SendOptions) => Promise<Sent>
}

/** A step that cannot be undone. */
const stepCommand = ({ path, summary, sentences, verb }: Step) =>
  command({
    path,
    summary,
    positionals: instrumentArgument,
    options: proposingOptions,
    examples: [`${path} DE000A1EWWW0 --dry-run`],
    async run(context) {
      const session = await connectToSign(context)
      const instrument = await findInstrument(session, context.positionals.instrument, context)
      return signOrPropose(context, session.client, sentences(nameOf(instrument)), (sending) =>
        verb(session.client, instrument, sending),
      )
    },
    show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
  })

export const issuerExpireCommand = stepCommand({
  path: 'issuer expire',
  summary: "end an instrument's life: nothing more is issued",
  sentences: (name) => [
    `You end the life of ${name}. This cannot be undone.`,
    'Nothing more of it can be issued; what is held can still be moved and terminated.',
  ],
  verb: (client, { instrumentId }, sending) => expireInstrument(client, { instrumentId }, sending),
})

export const issuerPublicCommand = stepCommand({
  path: 'issuer public',
  summary: 'make a private placement public: everybody may hold it',
  sentences: (name) => [`You make ${name} public: every tenant may hold it. This cannot be undone.`],
  verb: (client, { instrumentId }, sending) => makePublic(client, { instrumentId }, sending),
})

export const issuerWhitelistCommand = command({
  path: 'issuer whitelist',
  summary: 'choose the tenants that may hold a private placement',
  about: 'A tenant that is taken off keeps what it holds, but can receive no more.',
  positionals: instrumentArgument,
  options: {
    holder: list(text('TENANT', "a tenant's name or address")),
    takeOff: flag('take them off the whitelist'),
    ...proposingOptions,
  },
  examples: [
    "issuer whitelist DE000A1EWWW0 --holder 'Alpenbank, Baltic Trust Bank'",
    'issuer whitelist DE000A1EWWW0 --holder Alpenbank --take-off',
  ],
  async run(context) {
    const { options, positionals } = context
    if (options.holder.length === 0)
      throw CliError.of('usage', '--holder is missing: specify the tenants that may hold it.')
    const session = await connectToSign(context)
    const [instrument, directory] = await Promise.all([
      findInstrument(session, positionals.instrument, context),
      loadDirectory(session, context),
    ])
    const tenants = options.holder.map((name) => findTenant(directory, name))
    const names = tenants.map(directory.nameOf).join(', ')
    const summary = [
      options.takeOff
        ? `You take off the whitelist of ${nameOf(instrument)}: ${names}. Their holdings remain.`
        : `You let these tenants hold ${nameOf(instrument)}: ${names}.`,
    ]
    const { instrumentId } = instrument
    return signOrPropose(context, session.client, summary, (sending) =>
      updateWhitelist(session.client, { instrumentId, tenants, isWhitelisted: !options.takeOff }, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
})
