/** viem's spelling of a scalar that a schema has checked to be hex. */
export const hex = (scalar: string): `0x${string}` => scalar as `0x${string}`
