export const HEADER = '// Written by script/generate.ts from the contracts. Do not edit.\n'

/** `lowerFirst('DeliveryManager')` → 'deliveryManager' */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** An array literal with one item a line, so that a changed function is a changed line. */
export const constArray = (name: string, items: readonly unknown[]): string =>
  `export const ${name} = [\n${items.map((item) => `  ${JSON.stringify(item)},\n`).join('')}] as const\n`

/** An object literal with one entry a line. */
export const constObject = (name: string, entries: readonly (readonly [string, unknown])[]): string =>
  `export const ${name} = {\n${entries
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`)
    .join('')}} as const\n`
