import { mutatedWalletCases } from '../../test/mutatedWalletCases.ts'

mutatedWalletCases(10_000)
