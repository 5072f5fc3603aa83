// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { NominationStatus } from "../../src/types/TenantAccess.sol";
import { PlatformFixture } from "./PlatformFixture.sol";

/// @title Two privilege managers: a dApp's, of which the operator's tenant is the super user, and a tenant's own.
abstract contract PrivilegeFixture is PlatformFixture {
    bytes32 internal constant INVESTOR = Privileges.REGISTRY_INVESTOR;
    bytes32 internal constant REGISTRAR = Privileges.REGISTRY_REGISTRAR;
    address internal constant HOLDER = address(0x401D);
    address internal constant DAPP = address(0xDA);
    address internal constant NOMINEE = address(0x401111);
    address internal constant RECOVERER = address(0x4EC0);
    address internal constant STRANGER = address(0xBAD);

    IPrivilegeManager internal manager;
    address internal tenant;
    IPrivilegeManager internal tenantManager;
    uint256 internal start;

    function setUp() public virtual override {
        super.setUp();
        start = block.timestamp;
        manager = makePrivilegeManager();
        tenant = onboard("Alpenbank");
        tenantManager = IPrivilegeManager(ITenant(tenant).privilegeManager());
    }

    function change(bytes32 privilege, address instance, bool granted)
        internal
        pure
        returns (IPrivilegeManager.PrivilegeChange memory)
    {
        return IPrivilegeManager.PrivilegeChange(privilege, instance, granted);
    }

    /// @dev The same change for several holders, one after another from 0x100 on.
    function batchFor(uint256 count, bool granted)
        internal
        pure
        returns (IPrivilegeManager.HolderChanges[] memory batch)
    {
        batch = new IPrivilegeManager.HolderChanges[](count);
        for (uint256 i; i < count; ++i) {
            batch[i].holder = address(uint160(0x100 + i));
            batch[i].changes = new IPrivilegeManager.PrivilegeChange[](1);
            batch[i].changes[0] = change(INVESTOR, address(0), granted);
        }
    }

    function setRecoverer(address recoverer) internal {
        vm.prank(operator);
        manager.setRecoverer(recoverer);
    }

    function nominate(address by) internal {
        vm.prank(by);
        manager.nominateAdmin(NOMINEE);
    }

    /// @dev The operator nominates NOMINEE as the dApp manager's super user, and the time lock passes.
    function nominateAndWait() internal {
        nominate(operator);
        vm.warp(start + 1 days);
    }

    function commit(address by) internal {
        vm.prank(by);
        manager.commitNomination();
    }

    function isStatus(NominationStatus status) internal view {
        same(uint256(manager.nomination().status), uint256(status), "nomination status");
    }

    function superUserRequired(address caller) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IPrivilegeManager.SuperUserRequired.selector, caller);
    }

    function nomineeRequired(address caller) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IPrivilegeManager.NomineeRequired.selector, caller);
    }

    function nominatorRequired(address caller) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IPrivilegeManager.NominatorRequired.selector, caller);
    }

    function notPending() internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IPrivilegeManager.NominationNotPending.selector);
    }
}
