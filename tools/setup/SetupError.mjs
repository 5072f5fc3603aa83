/** Something outside this project stands in the way; the message is the whole explanation. */
export class SetupError extends Error {
  name = 'SetupError'
}
