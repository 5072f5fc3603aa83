/** Where a program reads and writes. */
export type Streams = {
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WriteStream
  readonly error: NodeJS.WriteStream
}
