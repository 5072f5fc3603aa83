import type { DocumentMetadata } from '@connex/protocol'

/** What stands before and after a document's bytes in an upload, with the boundary chosen here: it is signed as it is. */
export function documentBody(metadata: DocumentMetadata): {
  contentType: string
  head: Uint8Array<ArrayBuffer>
  tail: Uint8Array<ArrayBuffer>
} {
  const boundary = `connex-${crypto.randomUUID()}`
  const part = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`
  const described = `Content-Type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n`
  const bytes = 'Content-Type: application/octet-stream\r\n\r\n'
  const head = part('metadata') + described + part('file', '; filename="document"') + bytes
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: new TextEncoder().encode(head),
    tail: new TextEncoder().encode(`\r\n--${boundary}--\r\n`),
  }
}
