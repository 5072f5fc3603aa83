import { nominateAdmin, revokeNomination } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { flag, required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findUser } from './findHolder.ts'

export const adminNominateCommand = command({
  path: 'admin nominate',
  summary: 'nominate another administrator, who may commit a day later',
  words: { user: required(text('WHO', "a user's name or wallet")) },
  options: { takeBack: flag('take the pending nomination back'), ...signingOptions },
  examples: ['admin nominate b.moser', 'admin nominate b.moser --take-back'],
  async run(context) {
    const { options, words } = context
    const session = await connectToSign(context)
    const { name, userAddr } = await findUser(session, words.user, context)
    const summary = [
      options.takeBack
        ? 'You take the pending nomination of an administrator back.'
        : `You nominate ${name} as administrator. The nominee may commit from tomorrow on, for 30 days.`,
    ]
    return sign(context, summary, (sending) =>
      options.takeBack
        ? revokeNomination(session.client, sending)
        : nominateAdmin(session.client, { nomineeAddr: userAddr }, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
})
