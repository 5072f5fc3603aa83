// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IAccountRegistryManager } from "../interfaces/IAccountRegistryManager.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { AccountBooks, AccountStore, Supply } from "./AccountBooks.sol";
import { Position } from "./Positions.sol";

/// @title What the accounts manager writes into its books, and tells of it. A registry is one space of the books.
library AccountPostings {
    using AccountBooks for AccountStore;

    function space(RegistryId registryId) internal pure returns (bytes32) {
        return RegistryId.unwrap(registryId);
    }

    function tell(RegistryId registryId, address owner, AccountNumber accountNum, Position memory held)
        internal
    {
        emit IAccountRegistryManager.AccountChanged(
            registryId, owner, accountNum, held.balance, held.earmarked
        );
    }

    function issue(
        AccountStore storage books,
        RegistryId registryId,
        address registrar,
        bytes32 movementRef,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal {
        Supply memory supply = books.issue(space(registryId), amount);
        emit IAccountRegistryManager.AssetsIssued(registryId, movementRef, owner, accountNum, amount);
        emit IAccountRegistryManager.SupplyChanged(registryId, supply.issued, supply.terminated);
        credit(books, registryId, registrar, movementRef, owner, accountNum, amount);
    }

    /// @dev Where the account terminates what it receives, it terminates that at once.
    function credit(
        AccountStore storage books,
        RegistryId registryId,
        address registrar,
        bytes32 movementRef,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal {
        if (books.details[registrar][owner][accountNum].terminateOnReceive) {
            return writeOff(books, registryId, movementRef, owner, accountNum, amount);
        }
        Position memory held = books.receiveFree(space(registryId), owner, accountNum, amount);
        tell(registryId, owner, accountNum, held);
    }

    function writeOff(
        AccountStore storage books,
        RegistryId registryId,
        bytes32 movementRef,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) internal {
        Supply memory supply = books.terminate(space(registryId), amount);
        emit IAccountRegistryManager.AssetsTerminated(registryId, movementRef, owner, accountNum, amount);
        emit IAccountRegistryManager.SupplyChanged(registryId, supply.issued, supply.terminated);
    }

    /// @dev Tells what is held and how much of it is marked, after a mark has changed.
    function tellMarked(
        AccountStore storage books,
        RegistryId registryId,
        address owner,
        AccountNumber accountNum,
        Position memory held
    ) internal {
        emit IAccountRegistryManager.MarkChanged(
            registryId, owner, accountNum, books.marks[space(registryId)][owner][accountNum]
        );
        tell(registryId, owner, accountNum, held);
    }
}
