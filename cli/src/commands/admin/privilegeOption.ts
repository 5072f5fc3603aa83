import { privileges } from '@connex/contracts'
import type { PrivilegeName } from '@connex/protocol'
import { list } from '../../command/Option.ts'
import { choice } from '../../command/optionKinds.ts'

const names = Object.keys(privileges) as PrivilegeName[]

export const privilegeOption = {
  ...list(choice(names, 'a privilege, such as delivery.BACKOFFICE')),
  placeholder: 'PRIVILEGE',
}
