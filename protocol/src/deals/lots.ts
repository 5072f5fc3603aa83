// Lots: what one side of a deal holds and must give back.
import type { Address } from '../scalars.ts'
import { LOT_LETTERS, LotKind, LotName } from '../terms/loanTerms.ts'
import type { EVENT_RULES } from '../terms/dealEvent.ts'
import type { Asset, Move } from './dealDelivery.ts'
import type { DealFault } from './warnings.ts'

export type LotBalance = {
  lot: LotName
  kind: LotKind
  asset: Asset
  /** Who delivered it, and gets it back. */
  giver: Address
  holder: Address
  delivered: bigint
  returned: bigint
}

type Securities = (typeof EVENT_RULES)[keyof typeof EVENT_RULES]['securities']

/** What one leg did to a lot: `quantity` came to the holder, or went back. */
export type LotMove = { legIdx: number; lot: LotName; quantity: bigint; way: 'forth' | 'back' }

export type Moved = { lots: readonly LotBalance[]; moves: readonly LotMove[] } | { fault: DealFault }

export const outstandingOf = ({ delivered, returned }: LotBalance): bigint => delivered - returned

const kindOf = (lot: LotName): LotKind =>
  LotKind.options.find((kind) => lot.startsWith(LOT_LETTERS[kind])) ?? 'MARGIN'

/** The first name of a kind that no lot has: `nextLotName([p1], 'PURCHASED')` → 'P2' */
export function nextLotName(lots: readonly Pick<LotBalance, 'lot'>[], kind: LotKind): LotName {
  const letter = LOT_LETTERS[kind]
  const numbers = lots.flatMap(({ lot }) => (lot.startsWith(letter) ? [Number(lot.slice(1))] : []))
  return LotName.parse(`${letter}${Math.max(0, ...numbers) + 1}`)
}

const isSameAsset = (one: Asset, other: Asset): boolean =>
  one.assetManagerAddr === other.assetManagerAddr && one.assetId === other.assetId

/** The lots of an opening, numbered by kind in the order of the legs. `kindOfLeg`: by who sends it. */
export function openedLots(moves: readonly Move[], kindOfLeg: (move: Move) => LotKind): Moved {
  const lots: LotBalance[] = []
  const done: LotMove[] = []
  for (const move of moves) {
    const kind = kindOfLeg(move)
    const lot = nextLotName(lots, kind)
    lots.push(newLot(move, lot))
    done.push({ legIdx: move.legIdx, lot, quantity: move.quantity, way: 'forth' })
  }
  return { lots, moves: done }
}

const newLot = ({ asset, sender, receiver, quantity }: Move, lot: LotName): LotBalance => ({
  lot,
  kind: kindOf(lot),
  asset,
  giver: sender,
  holder: receiver,
  delivered: quantity,
  returned: 0n,
})

/** The lots after an event's legs, in their order; none of them if one does not fit. */
export function movedLots(
  before: readonly LotBalance[],
  moves: readonly Move[],
  securities: Securities,
): Moved {
  let lots = before
  const done: LotMove[] = []
  for (const move of moves) {
    const next =
      move.lot === undefined
        ? moveUnnamed(lots, move, securities)
        : moveNamed(lots, { ...move, lot: move.lot }, securities)
    if ('fault' in next) return next
    lots = next.lots
    done.push(...next.moves)
  }
  return { lots, moves: done }
}

type NamedMove = Move & { lot: LotName }

function moveNamed(lots: readonly LotBalance[], move: NamedMove, securities: Securities): Moved {
  const { lot, quantity, sender, receiver, legIdx } = move
  if (securities === 'none') return { fault: { code: 'legUnexpected', lot } }
  const known = lots.find((one) => one.lot === lot)
  if (known === undefined) {
    if (securities !== 'both') return { fault: { code: 'lotUnknown', lot } }
    return { lots: [...lots, newLot(move, lot)], moves: [{ legIdx, lot, quantity, way: 'forth' }] }
  }
  if (!isSameAsset(known.asset, move.asset)) return { fault: { code: 'lotUnknown', lot } }
  const replaced = (changed: LotBalance) => lots.map((one) => (one === known ? changed : one))
  if (sender === known.holder && receiver === known.giver) {
    const by = quantity - outstandingOf(known)
    if (by > 0n) return { fault: { code: 'exceedsOutstanding', lot, by } }
    const back = replaced({ ...known, returned: known.returned + quantity })
    return { lots: back, moves: [{ legIdx, lot, quantity, way: 'back' }] }
  }
  if (sender !== known.giver || receiver !== known.holder || securities !== 'both')
    return { fault: { code: 'legUnexpected', lot } }
  const more = replaced({ ...known, delivered: known.delivered + quantity })
  return { lots: more, moves: [{ legIdx, lot, quantity, way: 'forth' }] }
}

/** A leg without a lot gives back what its sender holds of that asset, the first lot first; else it is a new lot of margin. */
function moveUnnamed(before: readonly LotBalance[], move: Move, securities: Securities): Moved {
  const held = before.filter(
    (one) => isSameAsset(one.asset, move.asset) && one.holder === move.sender && one.giver === move.receiver,
  )
  if (held.length === 0 && securities === 'both')
    return moveNamed(before, { ...move, lot: nextLotName(before, 'MARGIN') }, securities)
  let [lots, rest] = [before, move.quantity]
  const moves: LotMove[] = []
  for (const one of held) {
    const part = rest < outstandingOf(one) ? rest : outstandingOf(one)
    if (part === 0n) continue
    const next = moveNamed(lots, { ...move, lot: one.lot, quantity: part }, securities)
    if ('fault' in next) return next
    lots = next.lots
    moves.push(...next.moves)
    rest -= part
  }
  return rest > 0n
    ? { fault: { code: 'exceedsOutstanding', lot: held.at(-1)?.lot, by: rest } }
    : { lots, moves }
}
