import { mutatedWalletCases } from '../../test/mutatedWalletCases.ts'

mutatedWalletCases(1000)
