// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../../src/interfaces/IPrivilegeManager.sol";
import { PrivilegeFixture } from "../../support/PrivilegeFixture.sol";

/// @title Random accounts granting, revoking, nominating and committing. Of every call the ghost knows whether it must
/// succeed; that it does exactly then is checked at once.
contract PrivilegeHandler is PrivilegeFixture {
    struct GhostNomination {
        bool isPending;
        address nominee;
        address nominator;
        uint256 from;
    }

    address[4] private accounts = [address(0x101), address(0x102), address(0x103), address(0x104)];
    address[3] private instances = [address(0), DAPP, address(0xDB)];
    bytes32[2] private privileges = [INVESTOR, REGISTRAR];

    mapping(address holder => mapping(bytes32 privilege => mapping(address instance => bool))) private held;
    address public superUser;
    address public recoverer;
    uint256 public activeFrom;
    GhostNomination public pending;

    constructor() {
        setUp();
        superUser = accounts[0];
        manager = IPrivilegeManager(factory.createPrivilegeManager(superUser, noGrants()));
    }

    function privilegeManager() external view returns (IPrivilegeManager) {
        return manager;
    }

    function change(uint256 who, uint256 holder, uint256 privilege, uint256 instance, bool granted) external {
        address caller = _caller(who);
        (address of_, bytes32 what, address where) =
            (accounts[holder % 4], privileges[privilege % 2], instances[instance % 3]);
        bytes memory call = granted
            ? abi.encodeCall(IPrivilegeManager.grant, (of_, what, where))
            : abi.encodeCall(IPrivilegeManager.revoke, (of_, what, where));
        if (_expect(caller, call, caller == superUser)) held[of_][what][where] = granted;
    }

    /// @dev Two changes of one holder, the second perhaps undoing the first.
    function changeTwo(uint256 who, uint256 holder, uint256 privilege, bool first, bool second) external {
        address caller = _caller(who);
        address of_ = accounts[holder % 4];
        bytes32 what = privileges[privilege % 2];
        IPrivilegeManager.HolderChanges[] memory batch = new IPrivilegeManager.HolderChanges[](1);
        batch[0].holder = of_;
        batch[0].changes = new IPrivilegeManager.PrivilegeChange[](2);
        batch[0].changes[0] = change(what, address(0), first);
        batch[0].changes[1] = change(what, address(0), second);
        bytes memory call = holder % 2 == 0
            ? abi.encodeCall(IPrivilegeManager.grantRevokeBatch, (batch))
            : abi.encodeCall(IPrivilegeManager.grantRevokeMultiple, (of_, batch[0].changes));
        if (_expect(caller, call, caller == superUser)) held[of_][what][address(0)] = second;
    }

    function nameRecoverer(uint256 who, uint256 whom) external {
        address caller = _caller(who);
        address account = whom % 5 == 4 ? address(0) : accounts[whom % 5];
        bytes memory call = abi.encodeCall(IPrivilegeManager.setRecoverer, (account));
        if (!_expect(caller, call, caller == superUser)) return;
        if (pending.isPending && pending.nominator == recoverer) pending.isPending = false;
        recoverer = account;
        activeFrom = account == address(0) ? 0 : block.timestamp + 7 days;
    }

    function nominateOne(uint256 who, uint256 whom) external {
        address caller = _caller(who);
        address nominee = accounts[whom % 4];
        bool isFree = !pending.isPending || block.timestamp > pending.from + 30 days;
        bool may = caller == superUser || (caller == recoverer && block.timestamp >= activeFrom);
        bytes memory call = abi.encodeCall(IPrivilegeManager.nominateAdmin, (nominee));
        if (!_expect(caller, call, may && isFree)) return;
        pending = GhostNomination(true, nominee, caller, block.timestamp + 1 days);
    }

    function commitOne(uint256 who) external {
        address caller = _caller(who);
        bool isTime = block.timestamp >= pending.from && block.timestamp <= pending.from + 30 days;
        bool may = pending.isPending && caller == pending.nominee && isTime;
        if (!_expect(caller, abi.encodeCall(IPrivilegeManager.commitNomination, ()), may)) return;
        pending.isPending = false;
        superUser = caller;
    }

    function rejectOne(uint256 who) external {
        address caller = _caller(who);
        bool may = pending.isPending && caller == pending.nominee;
        if (_expect(caller, abi.encodeCall(IPrivilegeManager.rejectNomination, ()), may)) {
            pending.isPending = false;
        }
    }

    function revokeOne(uint256 who) external {
        address caller = _caller(who);
        bool may = pending.isPending && (caller == superUser || caller == pending.nominator);
        if (_expect(caller, abi.encodeCall(IPrivilegeManager.revokeNomination, ()), may)) {
            pending.isPending = false;
        }
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + time % 10 days);
    }

    function grantsAreAsTheGhostHasThem() external view returns (bool) {
        for (uint256 h; h < 4; ++h) {
            for (uint256 p; p < 2; ++p) {
                for (uint256 i; i < 3; ++i) {
                    mapping(address => bool) storage of_ = held[accounts[h]][privileges[p]];
                    bool isHeld = of_[address(0)] || (i != 0 && of_[instances[i]]);
                    if (manager.checkGranted(accounts[h], privileges[p], instances[i]) != isHeld) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    function superUsers() external view returns (uint256 count) {
        for (uint256 i; i < 4; ++i) {
            if (manager.isSuperUser(accounts[i])) ++count;
        }
    }

    /// @dev One in two calls is the super user's, or nothing would ever move.
    function _caller(uint256 who) private view returns (address) {
        return who % 8 < 4
            ? accounts[who % 4]
            : who % 8 < 6 ? superUser : pending.nominee == address(0) ? accounts[1] : pending.nominee;
    }

    function _expect(address caller, bytes memory call, bool must) private returns (bool) {
        vm.prank(caller);
        (bool done,) = address(manager).call(call);
        check(done == must, must ? "refused what must succeed" : "let through what must be refused");
        return done;
    }
}
