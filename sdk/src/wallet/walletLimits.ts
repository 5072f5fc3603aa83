const MIB = 1024 * 1024

/** What a wallet file may ask for, at most. All of it is checked before any key is derived (docs/security.md). */
export const walletLimits = {
  /** The largest real file seen has 2.5 KB. */
  fileBytes: 64 * 1024,
  jsonDepth: 16,
  jsonKeys: 200,
  /** Standard geth files need 256 MiB; engines fail to allocate at 2 GiB. */
  scryptMemoryBytes: 512 * MIB,
  scryptMemoryWarning: 256 * MIB,
  /** n·r·p: four times what standard geth files ask for. */
  scryptWork: 2 ** 23,
  scryptN: 2 ** 20,
  scryptR: 64,
  scryptP: 64,
  pbkdf2Rounds: 10_000_000,
  pbkdf2RoundsWarning: 100_000,
  saltBytes: { min: 8, max: 64 },
  derivedKeyBytes: 32,
  encseedBytes: { min: 32, max: 1024 },
} as const
