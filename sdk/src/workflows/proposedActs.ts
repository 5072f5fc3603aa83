// What a proposal does beside deliveries: acts of administrators, issuers, registrars and transfer agents, in sentences from their bytes.
import type { Workflow } from '@connex/protocol'
import { loadActNames } from '../acts/actNames.ts'
import type { ActNames } from '../acts/actNames.ts'
import { readActData } from '../acts/actData.ts'
import type { ActData } from '../acts/actData.ts'
import { actSentences } from '../acts/actSentences.ts'
import { findNamedCall } from '../ledger/calls/namedCalls.ts'
import type { NamedCall } from '../ledger/calls/namedCalls.ts'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import type { UnknownCall } from '../ledger/review.ts'
import { currentMe } from '../session/session.ts'
import type { Doubt } from './doubts.ts'

/** `sentences`: none where this client cannot explain it. */
export type ExplainedCall = UnknownCall & { sentences: readonly string[] }

export type Explained = { call: ExplainedCall; doubts: Doubt[] }

/** Each call of the batch that is not one of a party to a delivery, by its index. */
export async function explainActs(
  client: Client,
  { batch }: Pick<Workflow, 'batch'>,
  calls: ReadonlyMap<number, UnknownCall>,
  control: CallControl,
): Promise<ReadonlyMap<number, Explained>> {
  const { tenant } = await currentMe(client)
  const controller = tenant.dappControllers.find(({ address }) => address === batch.controllerAddr)
  const named = new Map<number, NamedCall>()
  // A token is not the platform's: a function of it means something else, whatever its name.
  if (controller !== undefined && controller.type !== 'token')
    for (const [index, { to }] of calls) {
      const known = findNamedCall(to, batch.calls[index]?.data ?? '')
      if (known !== undefined) named.set(index, known)
    }
  const names = await loadActNames(client, [...named.values()], control)
  const explained = [...calls].map(async ([index, call]) => {
    const act = named.get(index)
    return [
      index,
      act === undefined ? unexplained(call) : await explain({ client, call, act, names, control }),
    ] as const
  })
  return new Map(await Promise.all(explained))
}

function unexplained(call: UnknownCall): Explained {
  const { selector, name } = call
  return { call: { ...call, sentences: [] }, doubts: [{ code: 'functionUnknown', selector, name }] }
}

type Explaining = {
  client: Client
  call: UnknownCall
  act: NamedCall
  names: ActNames
  control: CallControl
}

async function explain({ client, call, act, names, control }: Explaining): Promise<Explained> {
  const named = { ...call, name: act.functionName }
  const sentences = actSentences(act, names)
  if (sentences === undefined) return unexplained(named)
  const data = await readActData({ client, call: act, names, control })
  return { call: { ...named, sentences: [...sentences, ...data.sentences] }, doubts: dataDoubts(data) }
}

function dataDoubts({ missing, differing, totals }: ActData): Doubt[] {
  const isOther = missing.length + differing.length === 0 && totals !== undefined
  return [
    ...missing.map((fingerprint): Doubt => ({ code: 'dataMissing', fingerprint })),
    ...differing.map((fingerprint): Doubt => ({ code: 'dataDiffers', fingerprint })),
    ...(isOther && totals.spent !== totals.created ? [{ code: 'totalsDiffer' } as const] : []),
  ]
}
