/** Indexing cannot go on unless somebody looks: the ledger is not the one that was indexed. */
export class HaltError extends Error {
  override name = 'HaltError'
}
