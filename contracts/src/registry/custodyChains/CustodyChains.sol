// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Privileges } from "../../access/Privileges.sol";
import { IChainRegistryManager } from "../../interfaces/IChainRegistryManager.sol";
import { IPrivilegeManager } from "../../interfaces/IPrivilegeManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { Account, AccountNumber } from "../../types/Account.sol";
import { CustodyChain, CustodyChainId } from "../../types/CustodyChain.sol";
import { RegistryId } from "../../types/Registry.sol";
import { AccountLedger, AccountStore, Supply } from "../accounts/AccountLedger.sol";
import { Position } from "../accounts/Positions.sol";

/// @dev A chain is one space of the accounts. Its registry's totals stand beside them, since a chain's id may be any word.
struct CustodyChainStore {
    AccountStore accounts;
    mapping(CustodyChainId => CustodyChain) chains;
    mapping(RegistryId => CustodyChainId[]) chainsOf;
    mapping(RegistryId => Supply) totals;
    mapping(bytes32 movementKey => CustodyChainId) movementChains;
}

/// @title Custody chains, and what comes, goes and moves over them. Callers check who may.
library CustodyChains {
    using AccountLedger for AccountStore;

    uint256 private constant MAX_CUSTODIANS = 8;

    function create(
        CustodyChainStore storage self,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address[] calldata custodians,
        address transferAgent
    ) internal {
        if (CustodyChainId.unwrap(custodyChainId) == 0) {
            revert IChainRegistryManager.CustodyChainIdMissing();
        }
        if (self.chains[custodyChainId].custodians.length > 0) {
            revert IChainRegistryManager.CustodyChainAlreadyExists(custodyChainId);
        }
        _requireDistinct(custodyChainId, custodians);
        self.chains[custodyChainId] = CustodyChain(registryId, transferAgent, custodians);
        self.chainsOf[registryId].push(custodyChainId);
        emit IChainRegistryManager.CustodyChainCreated(registryId, custodyChainId, transferAgent, custodians);
    }

    /// @dev The custodians and the transfer agent are what they are said to be.
    function requireParties(address privilegeManager, address[] calldata custodians, address transferAgent)
        internal
        view
    {
        uint256 length = custodians.length;
        IPrivilegeManager.Demand[] memory demands = new IPrivilegeManager.Demand[](length + 1);
        for (uint256 i; i < length; ++i) {
            demands[i] = IPrivilegeManager.Demand(custodians[i], Privileges.REGISTRY_CUSTODIAN);
        }
        demands[length] = IPrivilegeManager.Demand(transferAgent, Privileges.REGISTRY_ONRAMPER);
        IPrivilegeManager(privilegeManager).requireAllGranted(demands);
    }

    function requireKnown(CustodyChainStore storage self, RegistryId registryId, CustodyChainId custodyChainId)
        internal
        view
        returns (CustodyChain storage chain)
    {
        chain = self.chains[custodyChainId];
        bool isThere = chain.custodians.length > 0
            && RegistryId.unwrap(chain.registryId) == RegistryId.unwrap(registryId);
        if (!isThere) revert IChainRegistryManager.CustodyChainUnknown(registryId, custodyChainId);
    }

    /// @dev Quantity comes into being in an account.
    function rampOn(
        CustodyChainStore storage self,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint128 amount
    ) internal {
        bytes32 space = CustodyChainId.unwrap(custodyChainId);
        Supply memory supply = self.accounts.issue(space, amount);
        Supply storage total = self.totals[registryId];
        if (amount > type(uint128).max - total.issued) {
            revert IChainRegistryManager.RegistrySupplyTooLarge(registryId, total.issued, amount);
        }
        total.issued += amount;
        _emitSupplyChanged(registryId, custodyChainId, supply, total);
        Position memory position = self.accounts.credit(space, account.owner, account.accountNum, amount);
        emitChanged(registryId, custodyChainId, account.owner, account.accountNum, position);
    }

    /// @dev Marked quantity ends.
    function rampOff(
        CustodyChainStore storage self,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint128 amount
    ) internal {
        bytes32 space = CustodyChainId.unwrap(custodyChainId);
        Position memory position = self.accounts.debitMarked(space, account.owner, account.accountNum, amount);
        Supply memory supply = self.accounts.terminate(space, amount);
        Supply storage total = self.totals[registryId];
        total.terminated += amount;
        _emitSupplyChanged(registryId, custodyChainId, supply, total);
        emitChanged(registryId, custodyChainId, account.owner, account.accountNum, position);
    }

    /// @dev Free quantity moves between two accounts.
    function move(
        CustodyChainStore storage self,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account memory from,
        Account memory to,
        uint128 amount
    ) internal {
        bool isSame = from.owner == to.owner
            && AccountNumber.unwrap(from.accountNum) == AccountNumber.unwrap(to.accountNum);
        if (isSame) revert IRegistry.MovementSelf(from.owner);
        bytes32 space = CustodyChainId.unwrap(custodyChainId);
        Position memory position = self.accounts.debit(space, from.owner, from.accountNum, amount);
        emitChanged(registryId, custodyChainId, from.owner, from.accountNum, position);
        position = self.accounts.credit(space, to.owner, to.accountNum, amount);
        emitChanged(registryId, custodyChainId, to.owner, to.accountNum, position);
    }

    /// @dev The caller asks for the off-ramp of some of its own.
    function mark(
        CustodyChainStore storage self,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint128 amount
    ) internal {
        bytes32 space = CustodyChainId.unwrap(custodyChainId);
        Position memory position = self.accounts.mark(space, msg.sender, accountNum, amount);
        _emitMarked(self, registryId, custodyChainId, accountNum, position);
    }

    /// @dev The caller asks for it no longer.
    function unmark(
        CustodyChainStore storage self,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint128 amount
    ) internal {
        bytes32 space = CustodyChainId.unwrap(custodyChainId);
        Position memory position = self.accounts.unmark(space, msg.sender, accountNum, amount);
        _emitMarked(self, registryId, custodyChainId, accountNum, position);
    }

    function outstanding(CustodyChainStore storage self, RegistryId registryId) internal view returns (uint256) {
        Supply storage total = self.totals[registryId];
        return total.issued - total.terminated;
    }

    function emitChanged(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address owner,
        AccountNumber accountNum,
        Position memory position
    ) internal {
        emit IChainRegistryManager.ChainAccountChanged(
            custodyChainId, owner, accountNum, registryId, position.balance, position.earmarked
        );
    }

    function _emitMarked(
        CustodyChainStore storage self,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        Position memory position
    ) private {
        uint256 marked = self.accounts.marks[CustodyChainId.unwrap(custodyChainId)][msg.sender][accountNum];
        emit IChainRegistryManager.ChainAssetsMarked(registryId, custodyChainId, msg.sender, accountNum, marked);
        emitChanged(registryId, custodyChainId, msg.sender, accountNum, position);
    }

    function _emitSupplyChanged(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Supply memory supply,
        Supply storage total
    ) private {
        emit IChainRegistryManager.ChainSupplyChanged(
            registryId, custodyChainId, supply.issued, supply.terminated, total.issued, total.terminated
        );
    }

    function _requireDistinct(CustodyChainId custodyChainId, address[] calldata custodians) private pure {
        bool isValid = custodians.length > 0 && custodians.length <= MAX_CUSTODIANS;
        for (uint256 i = 1; i < custodians.length && isValid; ++i) {
            for (uint256 j; j < i; ++j) {
                if (custodians[i] == custodians[j]) isValid = false;
            }
        }
        if (!isValid) revert IChainRegistryManager.CustodyChainCustodiansInvalid(custodyChainId);
    }
}
