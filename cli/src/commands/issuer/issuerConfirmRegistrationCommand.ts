import { SaltedText } from '@connex/protocol'
import { confirmRegistration, rejectRegistration } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findTenant } from '../../market/find.ts'
import { findInstrument, instrumentWord } from '../../market/findInstrument.ts'
import { readMarket } from '../../market/readMarket.ts'
import { kindOption, readRegistryManagers } from '../../market/registryKinds.ts'
import { findRequest } from './findRequest.ts'

export const issuerConfirmRegistrationCommand = command({
  path: 'issuer confirm-registration',
  summary: "answer a registrar's request to keep an instrument: yes, or no with a reason",
  words: instrumentWord,
  options: {
    registrar: required(text('TENANT', 'who has asked: its name or address')),
    reject: text('REASON', 'say no, with this reason for the registrar', { of: SaltedText.shape.text }),
    in: kindOption,
    ...signingOptions,
  },
  examples: [
    "issuer confirm-registration DE000A1EWWW0 --registrar 'Meridian Registrars'",
    "issuer confirm-registration DE000A1EWWW0 --registrar 'Meridian Registrars' --reject 'Not before December'",
  ],
  async run(context) {
    const { options, words } = context
    const session = await connectToSign(context)
    const [instrument, market, managers] = await Promise.all([
      findInstrument(session, words.instrument, context),
      readMarket(session, context),
      readRegistryManagers(session, context),
    ])
    const registrarAddr = findTenant(market, options.registrar)
    const request = await findRequest(
      session,
      { instrument, registrarAddr, managers, kind: options.in },
      context,
    )
    const { registryManagerAddr, registryId } = request
    const asked = { registryManagerAddr, registryId }
    const registrar = market.nameOf(registrarAddr)
    const { reject } = options
    const what = reject === undefined ? 'may' : 'may not'
    const why = reject === undefined ? '.' : `: ${reject}`
    return sign(
      context,
      [`${registrar} ${what} keep the register of ${instrument.identifier}${why}`],
      async (sending) => ({
        registryId,
        isConfirmed: reject === undefined,
        ...(await (reject === undefined
          ? confirmRegistration(session.client, asked, sending)
          : rejectRegistration(session.client, { ...asked, reason: reject }, sending))),
      }),
    )
  },
  show: (answer) =>
    showSigned(answer, ({ registryId, isConfirmed }) =>
      isConfirmed ? `Confirmed: register ${registryId} is prepared.` : `Rejected: register ${registryId}`,
    ),
})
