import { requestRegistration } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findInstrument, instrumentWord } from '../../market/findInstrument.ts'
import { kindOption, managerOf, readRegistryManagers } from '../../market/registryKinds.ts'

export const deskRegisterCommand = command({
  path: 'desk register',
  summary: 'ask to keep the register of an instrument; its issuer or depositary answers',
  words: instrumentWord,
  options: { in: kindOption, ...signingOptions },
  examples: ['desk register DE000A1EWWW0', 'desk register DE000A1EWWW0 --in chains'],
  async run(context) {
    const { options, words } = context
    const session = await connectToSign(context)
    const [managers, instrument] = await Promise.all([
      readRegistryManagers(session, context),
      findInstrument(session, words.instrument, context),
    ])
    const { address: registryManagerAddr, kind } = managerOf(managers, options.in)
    const { instrumentId, revision: instrumentRevision, identifier } = instrument
    const summary = [
      `You ask to keep the register of ${identifier}, revision ${instrumentRevision}, in ${kind}.`,
    ]
    return sign(context, summary, (sending) =>
      requestRegistration(session.client, { registryManagerAddr, instrumentId, instrumentRevision }, sending),
    )
  },
  show: (answer) =>
    showSigned(
      answer,
      ({ registryId }) => `Requested: register ${registryId}. The issuer's answer comes next.`,
    ),
})
