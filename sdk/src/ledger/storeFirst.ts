import type { SendOptions } from './progress.ts'

/** What has to lie with the own server before its fingerprint goes to the ledger. A dry run stores nothing. */
export async function storeFirst<Answer>(
  options: SendOptions,
  store: () => Promise<Answer>,
): Promise<Answer | undefined> {
  if (options.dryRun === 'only') return undefined
  const answer = await store()
  options.onProgress?.({ step: 'stored' })
  return answer
}
