// What the wire calls each privilege: the same names as on the ledger, from which the ids are made.
// contracts/src/access/Privileges.sol is where they are written once; contracts/generated carries them here.
import { privileges } from '@connex/contracts'

export type PrivilegeName = keyof typeof privileges

/** The ledger's id of a privilege. `privilegeId('registry.INVESTOR')` → '0x…' */
export const privilegeId = (name: PrivilegeName): `0x${string}` => privileges[name]

const names = new Map(
  Object.entries(privileges).map(([name, id]) => [id.toLowerCase(), name as PrivilegeName]),
)

/** The name behind a ledger id, undefined where the ledger holds one that we do not know. */
export const privilegeName = (id: string): PrivilegeName | undefined => names.get(id.toLowerCase())
