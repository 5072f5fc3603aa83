// A wallet file's text: parsed with care, field by field.
import type { JsonObject } from '../json.ts'
import { isJsonObject } from '../json.ts'
import { invalid, WalletError } from './WalletError.ts'
import { walletLimits } from './WalletFile.ts'

/**
 * Bytes or text → one JSON object, with size, depth and number of keys limited before JSON.parse sees it. A byte order mark,
 * with which Windows editors begin a file, is skipped.
 */
export function parseWalletText(source: Uint8Array | string): JsonObject {
  const decoded = typeof source === 'string' ? limited(source) : decode(source)
  const text = decoded.replace(/^\uFEFF/, '')
  checkStructure(text)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new WalletError('invalidWallet', 'The file is not JSON.', cause)
  }
  if (!isJsonObject(json)) throw invalid('The file holds no JSON object.')
  return json
}

function tooLarge(): WalletError {
  return new WalletError('tooLarge', `The file is larger than ${walletLimits.fileBytes / 1024} KiB.`)
}

function limited(text: string): string {
  const { fileBytes } = walletLimits
  if (text.length > fileBytes || new TextEncoder().encode(text).length > fileBytes) throw tooLarge()
  return text
}

function decode(bytes: Uint8Array): string {
  if (bytes.length > walletLimits.fileBytes) throw tooLarge()
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new WalletError('invalidWallet', 'The file is not UTF-8 text.', cause)
  }
}

const JSON_STRING = /"(?:[^"\\]|\\.)*"/y
const COLON = /\s*:/y

/**
 * One pass over the text without building anything. It also refuses a key that occurs twice in one object:
 * readers differ in which of the two they take.
 */
function checkStructure(text: string): void {
  const open: Set<string>[] = []
  let keys = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{' || character === '[') {
      if (open.push(new Set()) > walletLimits.jsonDepth) throw invalid('The JSON is nested too deeply.')
    } else if (character === '}' || character === ']') {
      open.pop()
    } else if (character === '"') {
      const end = endOf(JSON_STRING, text, at)
      if (end === undefined) throw invalid('A text in the JSON does not end.')
      if (endOf(COLON, text, end) !== undefined) {
        if (++keys > walletLimits.jsonKeys) throw invalid('The JSON has too many keys.')
        addKey(open.at(-1), text.slice(at, end))
      }
      at = end - 1
    }
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function addKey(keys: Set<string> | undefined, literal: string): void {
  let key: unknown
  try {
    key = JSON.parse(literal)
  } catch (cause) {
    throw new WalletError('invalidWallet', 'The file is not JSON.', cause)
  }
  if (typeof key !== 'string' || keys === undefined) throw invalid('The file is not JSON.')
  if (keys.has(key)) throw invalid(`The key '${key.slice(0, 40)}' appears twice in one object.`)
  keys.add(key)
}

/** A field whatever its case (`crypto`, `Crypto`). Two that differ in case alone leave open which is meant. */
export function field(object: JsonObject, name: string): unknown {
  const keys = Object.keys(object).filter((key) => key.toLowerCase() === name)
  if (keys.length > 1) throw invalid(`The field '${name}' appears ${keys.length} times.`)
  const [key] = keys
  return key === undefined ? undefined : object[key]
}

export function objectField(object: JsonObject, name: string): JsonObject {
  const value = field(object, name)
  if (!isJsonObject(value)) throw invalid(`The field '${name}' is missing or is not an object.`)
  return value
}

/** Bytes in hex, with or without 0x; lower case, without 0x. */
export function hexField(object: JsonObject, name: string, bytes: { min: number; max: number }): string {
  const value = field(object, name)
  if (typeof value !== 'string') throw invalid(`The field '${name}' is missing or is not text.`)
  const digits = /^(?:0x)?((?:[0-9a-f]{2})*)$/i.exec(value)?.[1]
  if (digits === undefined) throw invalid(`The field '${name}' is not hex.`)
  const length = digits.length / 2
  if (length < bytes.min || length > bytes.max) {
    const wanted = bytes.min === bytes.max ? `${bytes.min}` : `${bytes.min} to ${bytes.max}`
    throw invalid(`The field '${name}' has ${length} bytes, not ${wanted}.`)
  }
  return digits.toLowerCase()
}

/** A whole number from 1 up; texts that look like numbers are refused. */
export function positiveField(object: JsonObject, name: string): number {
  const value = field(object, name)
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
    throw invalid(`The field '${name}' is not a whole number above 0.`)
  }
  return value
}
