// A zip archive by the browser's own deflate (APPNOTE 6.3: local headers, central directory, end).
type Entry = { name: string; text: string }

const encoder = new TextEncoder()
/** 1 January 1980, so that the same rows make the same file. */
const DATE = 0x21
const UTF8 = 0x800
const DEFLATED = 8
const VERSION = 20

export async function zip(entries: readonly Entry[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const bytes = encoder.encode(text)
    const packed = await deflate(bytes)
    const path = encoder.encode(name)
    const common = [VERSION, UTF8, DEFLATED, 0, DATE]
    const sizes = [crc32(bytes), packed.length, bytes.length]
    const local = joined(
      words(4, [0x04034b50]),
      words(2, common),
      words(4, sizes),
      words(2, [path.length, 0]),
      path,
    )
    directory.push(
      joined(
        words(4, [0x02014b50]),
        words(2, [VERSION, ...common]),
        words(4, sizes),
        words(2, [path.length, 0, 0, 0, 0]),
        words(4, [0, offset]),
        path,
      ),
    )
    parts.push(local, packed)
    offset += local.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = directory.length
  const end = joined(
    words(4, [0x06054b50]),
    words(2, [0, 0, count, count]),
    words(4, [size, offset]),
    words(2, [0]),
  )
  return [...parts, ...directory, end]
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Numbers of so many bytes each, the lowest first. */
const words = (size: 2 | 4, values: readonly number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    values.flatMap((value) => Array.from({ length: size }, (_, index) => (value >>> (8 * index)) & 0xff)),
  )

function joined(...parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

const crc32 = (bytes: Uint8Array): number =>
  (bytes.reduce((sum, byte) => (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>>
  0
