import { ClientConfig } from '@connex/protocol'

/** Whatever config/config.json holds: missing fields have their defaults, and what is no configuration has them all. */
export function parseConfiguration(given: unknown): ClientConfig {
  const parsed = ClientConfig.safeParse(given)
  return parsed.success ? parsed.data : ClientConfig.parse({})
}
