import { Bytes32, freshSalt } from '@connex/protocol'

/** 32 random bytes: an id that nobody can guess beforehand, so that nobody can take it first. */
export const randomBytes32 = (): Bytes32 => Bytes32.parse(freshSalt())
