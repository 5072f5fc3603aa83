/** `cx('a', isOpen && 'b', undefined)` → 'a b' while isOpen, otherwise 'a' */
export const cx = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

/** `shorten('0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f')` → '0x9d8a…5a4f' */
export const shorten = (hex: string): string =>
  hex.length > 14 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex

/** A server's sentence may lack its full stop. `withFullStop('Too late')` → 'Too late.' */
export const withFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)
