// What whole lives cost on the ledger, from the committed figures of contracts/snapshots, beside those of other open
// systems. `without` is from the tenant's address; `with` adds the hop through controller and tenant, as a user pays it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Costs = Readonly<Record<string, string>>
type Life = { without: number; with: number; peers?: Readonly<Record<string, number>> }

const snapshots = join(import.meta.dirname, '..', 'contracts', 'snapshots')
const LIVES = {
  'one leg': { calls: /^one leg: (create|confirm)/, peers: { 'T-REX DVA': 524, ATK: 877 } },
  'two legs, one registrar': {
    calls: /^two legs, one registrar: /,
    peers: { 'T-REX DVD': 429, Paladin: 641, ATK: 1191 },
  },
  'two legs, two registrars': { calls: /^two legs: /, peers: {} },
  repo: { calls: /^repo: /, peers: {} },
  mint: { calls: /^mint: /, peers: {} },
  burn: { calls: /^burn: /, peers: {} },
} as const

/** Thousands of gas by life. */
export async function gas(): Promise<Record<string, Life>> {
  const [direct, hop] = await Promise.all([read('delivery'), read('deliveryWithHop')])
  const lives = Object.entries(LIVES).map(([name, { calls, peers }]): [string, Life] => [
    name,
    { without: sum(direct, calls), with: sum(hop, calls), peers },
  ])
  const eachMore = (costs: Costs) =>
    Math.round((sum(costs, /^five legs, one registrar: /) - sum(costs, /^two legs, one registrar: /)) / 3)
  const furtherLeg = { without: eachMore(direct), with: eachMore(hop), peers: { ATK: 190, Paladin: 213 } }
  return { ...Object.fromEntries(lives), 'each further leg': furtherLeg }
}

const read = async (name: string): Promise<Costs> =>
  JSON.parse(await readFile(join(snapshots, `${name}.json`), 'utf8')) as Costs

const sum = (costs: Costs, calls: RegExp): number =>
  Math.round(
    Object.entries(costs)
      .filter(([call]) => calls.test(call))
      .reduce((total, [, cost]) => total + Number(cost), 0) / 1000,
  )
