import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { choose } from '../../../../test/press.ts'
import { app } from '../../../messages/en/app.ts'
import { returnForm } from '../../../messages/en/forms/returnForm.ts'
import { addMessages } from '../../../messages/t.ts'
import PartFields from './PartFields.tsx'
import type { ReturnDraft } from './returnForm.ts'

addMessages(app)
addMessages(returnForm)

it.each([
  ['ON_PART', 'Paid with the last return', 'AT_END'],
  ['AT_END', 'Paid with this part', 'ON_PART'],
] as const)('a repo whose interest is paid %s can change that', async (interest, option, chosen) => {
  const onChange = vi.fn<(part: Partial<ReturnDraft>) => void>()
  render(
    <PartFields
      draft={{ quantities: {}, interest } as ReturnDraft}
      collateral={[]}
      lotName={() => ''}
      quantityErrors={{}}
      proposal={undefined}
      counterparty="Baltic"
      currency="EUR"
      isDisabled={false}
      onChange={onChange}
    />,
  )
  await choose(/Interest on this part/, option)
  expect(onChange.mock.calls).toEqual([[{ interest: chosen }]])
})
