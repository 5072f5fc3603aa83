/** A failure as a user reads it: what happened, whether anything was changed, what to do, what to quote. */
export type ErrorWords = { title: string; consequence: string; advice: string; code: string | undefined }
