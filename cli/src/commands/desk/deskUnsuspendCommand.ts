import { unsuspendRegistry } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { reasonOption } from '../../command/words.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findRegister, registerWord } from '../../market/findRegister.ts'
import { kindOption } from '../../market/registryKinds.ts'

export const deskUnsuspendCommand = command({
  path: 'desk unsuspend',
  summary: 'let a suspended register go on',
  words: registerWord,
  options: { ...reasonOption, in: kindOption, ...signingOptions },
  examples: ["desk unsuspend DE000A1EWWW0 --reason 'Corporate action is over'"],
  async run(context) {
    const { options, words } = context
    const session = await connectToSign(context)
    const register = await findRegister(session, words.register, options.in, context)
    const { registryManagerAddr, registryId } = register
    const asked = { registryManagerAddr, registryId, reason: options.reason }
    return sign(
      context,
      [`You let the register of ${register.identifier} go on: ${options.reason}`],
      async (sending) => ({
        registryId,
        ...(await unsuspendRegistry(session.client, asked, sending)),
      }),
    )
  },
  show: (answer) => showSigned(answer, ({ registryId }) => `Goes on: register ${registryId}`),
})
