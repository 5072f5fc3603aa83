import { type Address, isInvestorDuty, type Owed, owedBy, type Transfer } from '@connex/protocol'
import { ClientError, confirmAsRegistrar, getTransfer } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { deliveryWord } from '../../command/words.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { type Market, readMarket } from '../../market/readMarket.ts'
import { showDone, signDelivery } from '../../market/signDelivery.ts'
import { tellLegs } from '../../market/tellLegs.ts'
import { restText, turnText } from '../../market/turnText.ts'

type Confirmation = { path: string; summary: string; examples: readonly string[] }

/** The confirmation of whoever keeps what is delivered: registrar, transfer agent or coordinator. */
export const confirmationCommand = ({ path, summary, examples }: Confirmation) =>
  command({
    path,
    summary,
    about: 'It comes after the confirmations of the investors. The last one settles the delivery.',
    words: deliveryWord,
    options: signingOptions,
    examples,
    async run(context) {
      const { signal, words } = context
      const deliveryId = words.delivery
      const session = await connectToSign(context)
      const { client, me } = session
      const [transfer, market] = await Promise.all([
        getTransfer(client, deliveryId, { signal }),
        readMarket(session, context),
      ])
      const told = [...tellLegs(transfer, market), keeperText(transfer, me.tenant.address, market)]
      return signDelivery(context, { session, market }, told, async (options) => ({
        deliveryId,
        ...(await confirmAsRegistrar(client, deliveryId, options)),
      }))
    },
    show: (answer) => showSigned(answer, showDone('The delivery {id} is confirmed')),
  })

/** As what a keeper confirms, and who has to confirm after it. Throws a ClientError where it has nothing to confirm. */
export function keeperText(transfer: Transfer, keeper: Address, { nameOf }: Pick<Market, 'nameOf'>): string {
  const owed = owedBy(transfer)
  const mine = owed.filter((one) => one.tenant === keeper && one.mayGiveNow && !isInvestorDuty(one))
  if (mine.length === 0) throw new ClientError('nothingToConfirm', turnText(transfer, { nameOf }))
  const roles = [...new Set(mine.map((one) => roleOf(one, transfer)))].join(' and ')
  const rest = owed.filter((one) => !mine.includes(one))
  return `${nameOf(keeper)} confirms this as ${roles}. ${restText(rest, transfer, { nameOf })}`
}

function roleOf({ duty, legIdx }: Owed, { legs }: Transfer): string {
  if (duty === 'coordinate') return 'coordinator'
  const leg = legs.find((one) => one.legIdx === legIdx)
  return leg?.legType === 'TRADITIONAL' ? 'transfer agent' : 'registrar'
}
