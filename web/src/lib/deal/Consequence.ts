/** One thing that follows from a signature: when, what, and the figures of it. */
export type Consequence = { when: string; text: string; notes?: readonly string[] }

/** What will happen: each leg in a sentence, then what follows, in order. */
export type Consequences = { legs: readonly string[]; steps: readonly Consequence[] }
