import { field, hexField, invalid, objectField, positiveField, type JsonObject } from './fields.ts'
import { scryptCost } from './scryptCost.ts'
import { WalletError } from './WalletError.ts'
import type { Pbkdf2Kdf, ScryptKdf, WalletCost, WalletWarning } from './WalletFile.ts'
import { walletLimits } from './walletLimits.ts'

type KdfReading = { kdf: ScryptKdf | Pbkdf2Kdf; cost: WalletCost; warnings: readonly WalletWarning[] }

/** The key derivation that a version 3 file asks for, within the limits. */
export function readKdf(crypto: JsonObject): KdfReading {
  const name = field(crypto, 'kdf')
  if (name !== 'scrypt' && name !== 'pbkdf2')
    throw invalid("The key derivation is neither 'scrypt' nor 'pbkdf2'.")
  const parameters = objectField(crypto, 'kdfparams')
  if (field(parameters, 'dklen') !== walletLimits.derivedKeyBytes)
    throw invalid('The derived key length is not 32.')
  return name === 'scrypt' ? readScrypt(parameters) : readPbkdf2(parameters)
}

function readScrypt(parameters: JsonObject): KdfReading {
  const asked = {
    n: positiveField(parameters, 'n'),
    r: positiveField(parameters, 'r'),
    p: positiveField(parameters, 'p'),
  }
  const cost = scryptCost(asked)
  const salt = hexField(parameters, 'salt', walletLimits.saltBytes)
  return {
    kdf: Object.freeze({ name: 'scrypt', ...asked, salt, dklen: walletLimits.derivedKeyBytes }),
    cost: Object.freeze(cost),
    warnings:
      cost.memoryBytes > walletLimits.scryptMemoryWarning
        ? [
            warning(
              'largeMemory',
              `Opening this wallet takes ${Math.ceil(cost.memoryBytes / 2 ** 20)} MiB of memory.`,
            ),
          ]
        : [],
  }
}

function readPbkdf2(parameters: JsonObject): KdfReading {
  const prf = field(parameters, 'prf')
  if (prf !== 'hmac-sha256' && prf !== 'hmac-sha512') {
    throw invalid("The pbkdf2 hash is neither 'hmac-sha256' nor 'hmac-sha512'.")
  }
  const c = positiveField(parameters, 'c')
  if (c > walletLimits.pbkdf2Rounds) {
    throw new WalletError(
      'tooCostly',
      `pbkdf2 with ${c} rounds; at most ${walletLimits.pbkdf2Rounds} are allowed.`,
    )
  }
  const salt = hexField(parameters, 'salt', walletLimits.saltBytes)
  return {
    kdf: Object.freeze({ name: 'pbkdf2', prf, c, salt, dklen: walletLimits.derivedKeyBytes }),
    cost: Object.freeze({ memoryBytes: 0, work: c }),
    warnings: c < walletLimits.pbkdf2RoundsWarning ? [fewRounds(c)] : [],
  }
}

const warning = (code: WalletWarning['code'], message: string): WalletWarning =>
  Object.freeze({ code, message })

/** Passwords under so few rounds can be guessed at great speed. */
export const fewRounds = (c: number): WalletWarning =>
  warning('fewRounds', `This wallet protects its password with only ${c} rounds of pbkdf2.`)
