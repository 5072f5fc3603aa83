import { ClientConfig } from '@connex/protocol'

/** Never throws: missing fields have their defaults, and an invalid configuration has them all. */
export function parseConfiguration(fetched: unknown): ClientConfig {
  const parsed = ClientConfig.safeParse(fetched)
  return parsed.success ? parsed.data : ClientConfig.parse({})
}
