/** `cx('a', isOpen && 'b', undefined)` → the class names that hold. */
export const cx = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
