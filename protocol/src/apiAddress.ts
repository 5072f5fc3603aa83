// The address of a tenant's server, which a tenant writes on the ledger and everybody reads from there.

const LONGEST = 300

/** Visible ASCII without what could make two readers see two hosts. */
const PLAIN = /^https?:\/\/[^\s\\?#]+$/i

/**
 * Whether a text is the address of an API: an https URL with a host, without credentials, query or fragment. `http` is for the sandbox.
 * `isApiAddress('javascript:alert(1)')` → false
 */
export function isApiAddress(text: string, { allowHttp = false } = {}): boolean {
  if (text.length > LONGEST || !PLAIN.test(text) || /[^\x21-\x7e]/.test(text)) return false
  const url = URL.parse(text)
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (allowHttp && url.protocol === 'http:')
}
