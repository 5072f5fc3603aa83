import { suspendRegistry } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { reasonOption } from '../../command/words.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findRegister, registerWord } from '../../market/findRegister.ts'
import { kindOption } from '../../market/registryKinds.ts'

export const deskSuspendCommand = command({
  path: 'desk suspend',
  summary: 'stop a register: nothing moves or is earmarked, cancelling still works',
  words: registerWord,
  options: { ...reasonOption, in: kindOption, ...signingOptions },
  examples: ["desk suspend DE000A1EWWW0 --reason 'Corporate action'"],
  async run(context) {
    const { options, words } = context
    const session = await connectToSign(context)
    const register = await findRegister(session, words.register, options.in, context)
    const { registryManagerAddr, registryId } = register
    const asked = { registryManagerAddr, registryId, reason: options.reason }
    return sign(
      context,
      [`You suspend the register of ${register.identifier}: ${options.reason}`],
      async (sending) => ({
        registryId,
        ...(await suspendRegistry(session.client, asked, sending)),
      }),
    )
  },
  show: (answer) => showSigned(answer, ({ registryId }) => `Suspended: register ${registryId}`),
})
