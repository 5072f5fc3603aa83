/** Everybody who could ask the database is asking it, and too many wait already, or one has waited too long. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}
