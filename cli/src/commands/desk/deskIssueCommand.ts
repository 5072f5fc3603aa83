import { issueAssets, issueEntries } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findTenant } from '../../market/find.ts'
import { findRegister, registerWord } from '../../market/findRegister.ts'
import { ownedOptions, unitsOf } from '../../market/ownedOptions.ts'
import { readMarket } from '../../market/readMarket.ts'
import { kindOption } from '../../market/registryKinds.ts'

export const deskIssueCommand = command({
  path: 'desk issue',
  summary: 'issue to an account without being asked by a mint request',
  words: registerWord,
  options: { ...ownedOptions, in: kindOption, ...signingOptions },
  examples: ['desk issue DE000A1EWWW0 --owner Alpenbank --account 1001 --quantity 1,000'],
  async run(context) {
    const { options, words } = context
    const session = await connectToSign(context)
    const { client } = session
    const [register, market] = await Promise.all([
      findRegister(session, words.register, options.in, context),
      readMarket(session, context),
    ])
    if (register.kind === 'chains') throw CliError.of('otherKind', 'connex agent onramp')
    const { registryManagerAddr, registryId } = register
    const ownerAddr = findTenant(market, options.owner)
    const quantity = unitsOf(options.quantity, register)
    const { account } = options
    const to = { registryManagerAddr, registryId, ownerAddr }
    const summary = [
      `You issue ${options.quantity} of ${register.identifier} to ${market.nameOf(ownerAddr)}, account ${account}.`,
    ]
    return sign(context, summary, (sending) =>
      register.kind === 'entries'
        ? issueEntries(client, { ...to, entries: [{ account, quantity }] }, sending)
        : issueAssets(client, { ...to, account, quantity }, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Issued, in block ${block}.`),
})
