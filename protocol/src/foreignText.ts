// What users wrote, as the server's answers have it.
import * as z from 'zod/mini'

declare const isForeign: unique symbol

/**
 * A text that a user wrote. At run time it is a string; by its type it is none, so that code which shows it without
 * `readableText` does not compile.
 */
export type ForeignText = { readonly [isForeign]: true }
export const ForeignText = z.string() as unknown as z.ZodMiniType<ForeignText, ForeignText>

/** A user's text for an answer: null where there is none. */
export const foreignText = (text: string | null | undefined): ForeignText | null =>
  (text ?? null) as ForeignText | null
