/**
 * What others wrote, safe to show: no control character that would move the cursor or change the terminal, nothing
 * invisible that turns the direction of reading.
 */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�')
