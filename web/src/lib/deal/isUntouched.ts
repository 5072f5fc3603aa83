/** Nothing was filled in since the form was opened: `isUntouched(draft, begun)`. */
export const isUntouched = <Draft>(draft: Draft, begun: Draft): boolean =>
  JSON.stringify(draft) === JSON.stringify(begun)
