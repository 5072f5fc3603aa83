/** Quantities are bigint inside and decimal text in JSON, where a number would lose digits. */
export const toJson = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)
