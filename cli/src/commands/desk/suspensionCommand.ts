import type { suspendRegistry } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { reasonOption } from '../../command/words.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findRegister, registerWord } from '../../market/findRegister.ts'
import { kindOption } from '../../market/registryKinds.ts'
import { shownIdentifier } from '../../terminal/shownIdentifier.ts'

type Suspension = {
  path: string
  summary: string
  example: string
  verb: typeof suspendRegistry
  /** What signing does, told of a register by its instrument's name. */
  told: (name: string, reason: string) => readonly string[]
  done: (name: string) => string
}

/** A register is stopped, or goes on: each with a reason that its issuer can read. */
export const suspensionCommand = ({ path, summary, example, verb, told, done }: Suspension) =>
  command({
    path,
    summary,
    words: registerWord,
    options: { ...reasonOption, in: kindOption, ...signingOptions },
    examples: [example],
    async run(context) {
      const { options, words } = context
      const { reason } = options
      const session = await connectToSign(context)
      const register = await findRegister(session, words.register, options.in, context)
      const { registryManagerAddr, registryId } = register
      const name = register.label ?? shownIdentifier(register.identifier)
      const asked = { registryManagerAddr, registryId, reason }
      return sign(context, told(name, reason), async (sending) => ({
        registryId,
        name,
        ...(await verb(session.client, asked, sending)),
      }))
    },
    show: (answer) => showSigned(answer, ({ name }) => done(name)),
  })
