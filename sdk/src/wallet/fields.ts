import { WalletError } from './WalletError.ts'

/** An object as JSON.parse makes it: own keys only are ever looked at, so that `__proto__` is a key like others. */
export type JsonObject = { readonly [key: string]: unknown }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const invalid = (details: string): WalletError => new WalletError('invalidWallet', details)

/** A field whatever its case (`crypto`, `Crypto`). Two that differ in case alone leave open which is meant. */
export function field(object: JsonObject, name: string): unknown {
  const keys = Object.keys(object).filter((key) => key.toLowerCase() === name)
  if (keys.length > 1) throw invalid(`The field '${name}' stands there ${keys.length} times.`)
  const [key] = keys
  return key === undefined ? undefined : object[key]
}

export function objectField(object: JsonObject, name: string): JsonObject {
  const value = field(object, name)
  if (!isJsonObject(value)) throw invalid(`The field '${name}' is missing or no object.`)
  return value
}

/** Bytes in hex, with or without 0x; lower case, without 0x. */
export function hexField(object: JsonObject, name: string, bytes: { min: number; max: number }): string {
  const value = field(object, name)
  if (typeof value !== 'string') throw invalid(`The field '${name}' is missing or no text.`)
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
