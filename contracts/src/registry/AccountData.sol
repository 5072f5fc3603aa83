// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IAccountRegistryManager } from "../interfaces/IAccountRegistryManager.sol";
import { AccountNumber } from "../types/AccountNumber.sol";

/// @title What a leg says of an account: `abi.encode(uint256 accountNumber)`.
library AccountData {
    function decode(bytes calldata data) internal pure returns (AccountNumber) {
        if (data.length != 32) revert IAccountRegistryManager.AccountNumberInvalid(data);
        uint256 number = abi.decode(data, (uint256));
        if (number == 0 || number > type(uint64).max) {
            revert IAccountRegistryManager.AccountNumberInvalid(data);
        }
        return AccountNumber.wrap(uint64(number));
    }
}
