// What an act has logged on a real ledger, to be logged again with other names in it: other parties, other ids.
import { accountRegistryManagerAbi } from '@connex/contracts'
import { toEventSelector } from 'viem'

export type RecordedLog = { address: string; topics: readonly string[]; data: string }

/** A name's value is one word of 64 hexadecimal digits, without 0x; an address has zeros in front. */
export type Names = Readonly<Record<string, string>>

/** An act's logs, block by block, and what in them belongs to this act alone. */
export type Recording = { blocks: readonly (readonly RecordedLog[])[]; names: Names; quantity: string }

/** What an account holds, by registry, owner and number. */
export type Holdings = Map<string, { balance: bigint; earmarked: bigint }>

/** A log without its place in the chain. `json`: its fields, without brackets around them. */
export type RenderedLog = { address: string; topics: readonly string[]; json: string }

type Piece = string | { name: string }
type Holding = { account: readonly Piece[]; balance: bigint; earmarked: bigint }
type LogTemplate = {
  address: Piece
  topics: readonly Piece[]
  data: readonly Piece[]
  /** How many times the act's quantity its account has more or less after it: such a log has the new state. */
  holding: Holding | undefined
}

export type Template = readonly (readonly LogTemplate[])[]

const WORD = 64
const ACCOUNT_CHANGED = selectorOf('AccountChanged')

function selectorOf(name: string): string {
  const event = accountRegistryManagerAbi.find((item) => item.type === 'event' && item.name === name)
  if (event?.type !== 'event') throw new TypeError(`There is no event ${name}.`)
  return toEventSelector(event)
}

/** `word(address)` → its 20 bytes behind zeros, as topics and data have it */
export const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.toLowerCase().replace(/^0x/, '')).padStart(
    WORD,
    '0',
  )

/** Where the recording has one of its names there will be another's. `before`: the holdings before it. */
export function createTemplate({ blocks, names, quantity }: Recording, before: Holdings): Template {
  const holdings = new Map(before)
  const nameOf = new Map(Object.entries(names).map(([name, value]) => [value, name]))
  if (nameOf.size !== Object.keys(names).length)
    throw new TypeError('Two names of a recording have one value.')
  const piece = (text: string): Piece => {
    const name = nameOf.get(text)
    return name === undefined ? text : { name }
  }
  return blocks.map((logs) =>
    logs.map(({ address, topics, data }) => {
      const holding = topics[0] === ACCOUNT_CHANGED ? followHolding(topics, data, holdings) : undefined
      const times = (change: bigint) => {
        if (change % BigInt(quantity) !== 0n)
          throw new RangeError(`A holding changed by ${change}, which ${quantity} does not divide.`)
        return change / BigInt(quantity)
      }
      return {
        address: piece(word(address)),
        topics: topics.map((topic) => piece(topic.slice(2))),
        data: joined(split(data.slice(2)).map(piece)),
        holding: holding && {
          account: topics.slice(1).map((topic) => piece(topic.slice(2))),
          balance: times(holding.balance),
          earmarked: times(holding.earmarked),
        },
      }
    }),
  )
}

/** The holdings after all of these logs. */
export function holdingsAfter(logs: readonly RecordedLog[]): Holdings {
  const holdings: Holdings = new Map()
  for (const { topics, data } of logs)
    if (topics[0] === ACCOUNT_CHANGED) followHolding(topics, data, holdings)
  return holdings
}

function followHolding(topics: readonly string[], data: string, holdings: Holdings) {
  const account = topics.slice(1).map((topic) => topic.slice(2))
  const [balance = 0n, earmarked = 0n] = split(data.slice(2)).map((text) => BigInt(`0x${text}`))
  const before = holdings.get(account.join()) ?? { balance: 0n, earmarked: 0n }
  holdings.set(account.join(), { balance, earmarked })
  return { balance: balance - before.balance, earmarked: earmarked - before.earmarked }
}

const split = (data: string): string[] => data.match(/.{1,64}/g) ?? []

/** Neighbours without a name become one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece
    else result.push(piece)
  }
  return result
}

/** One block of the act with these names; moves what the accounts hold. */
export function renderBlock(
  logs: readonly LogTemplate[],
  names: Names,
  quantity: bigint,
  holdings: (account: string) => { balance: bigint; earmarked: bigint },
): RenderedLog[] {
  const text = (piece: Piece): string => {
    if (typeof piece === 'string') return piece
    const value = names[piece.name]
    if (value === undefined) throw new TypeError(`${piece.name} has no value.`)
    return value
  }
  return logs.map(({ address, topics, data, holding }) => {
    const values = topics.map((topic) => `0x${text(topic)}`)
    let content = data.map(text).join('')
    if (holding !== undefined) {
      const held = holdings(holding.account.map(text).join())
      held.balance += holding.balance * quantity
      held.earmarked += holding.earmarked * quantity
      content = word(held.balance) + word(held.earmarked)
    }
    const emitter = `0x${text(address).slice(-40)}`
    const listed = values.map((value) => `"${value}"`).join()
    return {
      address: emitter,
      topics: values,
      json: `"address":"${emitter}","topics":[${listed}],"data":"0x${content}"`,
    }
  })
}
