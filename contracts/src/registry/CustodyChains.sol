// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Privileges } from "../access/Privileges.sol";
import { IChainRegistryManager } from "../interfaces/IChainRegistryManager.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { Account } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { CustodyChain, CustodyChainId } from "../types/CustodyChain.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { AccountBooks, AccountStore, Supply } from "./AccountBooks.sol";
import { Position } from "./Positions.sol";

/// @dev A chain is one space of the books. Its registry's totals stand beside them, since a chain's id may be any word.
struct ChainStore {
    AccountStore accounts;
    mapping(CustodyChainId => CustodyChain) chains;
    mapping(RegistryId => CustodyChainId[]) chainsOf;
    mapping(RegistryId => Supply) totals;
    mapping(bytes32 movementKey => CustodyChainId) movementChains;
}

/// @title Custody chains, and what comes, goes and moves over them. Callers check who may.
library CustodyChains {
    using AccountBooks for AccountStore;

    uint256 private constant MAX_CUSTODIANS = 8;

    function create(
        ChainStore storage self,
        RegistryId registryId,
        CustodyChainId chainId,
        address[] calldata custodians,
        address transferAgent
    ) internal {
        if (CustodyChainId.unwrap(chainId) == 0) {
            revert IChainRegistryManager.CustodyChainIdMissing();
        }
        if (self.chains[chainId].custodians.length > 0) {
            revert IChainRegistryManager.CustodyChainAlreadyExists(chainId);
        }
        _requireDistinct(chainId, custodians);
        self.chains[chainId] = CustodyChain(registryId, transferAgent, custodians);
        self.chainsOf[registryId].push(chainId);
        emit IChainRegistryManager.CustodyChainCreated(registryId, chainId, transferAgent, custodians);
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

    function known(ChainStore storage self, RegistryId registryId, CustodyChainId chainId)
        internal
        view
        returns (CustodyChain storage chain)
    {
        chain = self.chains[chainId];
        bool isThere = chain.custodians.length > 0
            && RegistryId.unwrap(chain.registryId) == RegistryId.unwrap(registryId);
        if (!isThere) revert IChainRegistryManager.CustodyChainUnknown(registryId, chainId);
    }

    /// @dev Quantity comes into being in an account.
    function rampOn(
        ChainStore storage self,
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata account,
        uint128 amount
    ) internal {
        bytes32 space = CustodyChainId.unwrap(chainId);
        Supply memory supply = self.accounts.issue(space, amount);
        Supply storage total = self.totals[registryId];
        if (amount > type(uint128).max - total.issued) {
            revert IChainRegistryManager.RegistrySupplyTooLarge(registryId, total.issued, amount);
        }
        total.issued += amount;
        _tellSupply(registryId, chainId, supply, total);
        Position memory held = self.accounts.receiveFree(space, account.owner, account.accountNum, amount);
        tell(registryId, chainId, account.owner, account.accountNum, held);
    }

    /// @dev Marked quantity ends.
    function rampOff(
        ChainStore storage self,
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata account,
        uint128 amount
    ) internal {
        bytes32 space = CustodyChainId.unwrap(chainId);
        Position memory held = self.accounts.sendMarked(space, account.owner, account.accountNum, amount);
        Supply memory supply = self.accounts.terminate(space, amount);
        Supply storage total = self.totals[registryId];
        total.terminated += amount;
        _tellSupply(registryId, chainId, supply, total);
        tell(registryId, chainId, account.owner, account.accountNum, held);
    }

    /// @dev Free quantity moves between two accounts.
    function move(
        ChainStore storage self,
        RegistryId registryId,
        CustodyChainId chainId,
        Account memory from,
        Account memory to,
        uint128 amount
    ) internal {
        bool isSame = from.owner == to.owner
            && AccountNumber.unwrap(from.accountNum) == AccountNumber.unwrap(to.accountNum);
        if (isSame) revert IRegistry.MovementSelf(from.owner);
        bytes32 space = CustodyChainId.unwrap(chainId);
        Position memory held = self.accounts.sendFree(space, from.owner, from.accountNum, amount);
        tell(registryId, chainId, from.owner, from.accountNum, held);
        held = self.accounts.receiveFree(space, to.owner, to.accountNum, amount);
        tell(registryId, chainId, to.owner, to.accountNum, held);
    }

    /// @dev The caller asks for the off-ramp of some of its own.
    function mark(
        ChainStore storage self,
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum,
        uint128 amount
    ) internal {
        bytes32 space = CustodyChainId.unwrap(chainId);
        Position memory held = self.accounts.mark(space, msg.sender, accountNum, amount);
        _tellMarked(self, registryId, chainId, accountNum, held);
    }

    /// @dev The caller asks for it no longer.
    function unmark(
        ChainStore storage self,
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum,
        uint128 amount
    ) internal {
        bytes32 space = CustodyChainId.unwrap(chainId);
        Position memory held = self.accounts.unmark(space, msg.sender, accountNum, amount);
        _tellMarked(self, registryId, chainId, accountNum, held);
    }

    function outstanding(ChainStore storage self, RegistryId registryId) internal view returns (uint256) {
        Supply storage total = self.totals[registryId];
        return total.issued - total.terminated;
    }

    function tell(
        RegistryId registryId,
        CustodyChainId chainId,
        address owner,
        AccountNumber accountNum,
        Position memory held
    ) internal {
        emit IChainRegistryManager.ChainAccountChanged(
            chainId, owner, accountNum, registryId, held.balance, held.earmarked
        );
    }

    function _tellMarked(
        ChainStore storage self,
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum,
        Position memory held
    ) private {
        uint256 marked = self.accounts.marks[CustodyChainId.unwrap(chainId)][msg.sender][accountNum];
        emit IChainRegistryManager.ChainAssetsMarked(registryId, chainId, msg.sender, accountNum, marked);
        tell(registryId, chainId, msg.sender, accountNum, held);
    }

    function _tellSupply(
        RegistryId registryId,
        CustodyChainId chainId,
        Supply memory supply,
        Supply storage total
    ) private {
        emit IChainRegistryManager.ChainSupplyChanged(
            registryId, chainId, supply.issued, supply.terminated, total.issued, total.terminated
        );
    }

    function _requireDistinct(CustodyChainId chainId, address[] calldata custodians) private pure {
        bool isValid = custodians.length > 0 && custodians.length <= MAX_CUSTODIANS;
        for (uint256 i = 1; i < custodians.length && isValid; ++i) {
            for (uint256 j; j < i; ++j) {
                if (custodians[i] == custodians[j]) isValid = false;
            }
        }
        if (!isValid) revert IChainRegistryManager.CustodyChainCustodiansInvalid(chainId);
    }
}
