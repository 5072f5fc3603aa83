// Texts from others, made safe to show: no hidden characters, and nothing that turns the direction of the text around them.
import * as z from 'zod/mini'

declare const isForeign: unique symbol

/**
 * A text that a user wrote, as the server's answers have it. At run time it is a string; by its type it is none, so that code
 * which shows it without `readableText` does not compile.
 */
export type ForeignText = { readonly [isForeign]: true }
export const ForeignText = z.string() as unknown as z.ZodMiniType<ForeignText, ForeignText>

/** A user's text for an answer: null where there is none. */
export const foreignText = (text: string | null | undefined): ForeignText | null =>
  (text ?? null) as ForeignText | null

/** Controls, bidi marks, zero-width and other characters that take no room; tabs and line breaks among them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
/** Emoji presentation, and joiners inside an emoji or between letters of scripts that are joined. */
const HARMLESS =
  /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{Script=Devanagari}])[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Devanagari}])/gu
const MARK = '\u{fffd}'

/** A name, in one line: what hides in it is marked. `readableName('Bal\u202Etic')` → 'Bal�tic' */
export const readableName = (name: string): string => name.normalize('NFC').replace(UNSEEN, MARK)

/**
 * A text of any length: marks hidden characters, and leaves line breaks, tabs and the joiners that letters need.
 * `readableText('\u202Egnp.exe')` → '�gnp.exe'
 */
export function readableText(written: string | ForeignText): string {
  const text = written as string
  if (text.search(UNSEEN) === -1) return text
  const harmless = new Set([...text.matchAll(HARMLESS)].map(({ index }) => index))
  return text
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, (one, index: number) =>
      one === '\n' || one === '\t' || harmless.has(index) ? one : MARK,
    )
}
